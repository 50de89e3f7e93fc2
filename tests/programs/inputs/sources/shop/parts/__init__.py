x=1;y =2
if x == 1 :
	print( x,y )
def f ( a ) :
        '''does f'''
        return(a)
